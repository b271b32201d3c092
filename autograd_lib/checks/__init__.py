"""Is it right? Gradients against measured slopes, an engine against cases, and a limit on how long that may take."""

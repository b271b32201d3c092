"""How well each word of a part of the page can be read: the contrast of its colour with what is behind it."""

READABLE = 4.5  # as WCAG asks of text

RATIOS = """root => {
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const parsed = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => a * part + (1 - a) * below[i]);
    const behind = element => {
        if (!element) return [255, 255, 255];
        const colour = parsed(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(element.parentElement));
    };
    const opacity = element => (element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1);
    const luminance = rgb => rgb
        .map(part => part / 255)
        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const texts = [], walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
        if (!text || element.closest('style, script, :disabled') || !element.checkVisibility()) continue;
        const below = behind(element);
        const style = getComputedStyle(element), isSvg = element.namespaceURI.endsWith('svg');
        const [red, green, blue, alpha] = parsed(isSvg ? style.fill : style.color);
        const seen = over([red, green, blue, alpha * opacity(element)], below);
        const [a, b] = [seen, below].map(luminance);
        texts.push([text, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]);
    }
    return texts;
}"""


def too_faint(part):
    """The texts in a part of the page (a locator) that cannot be read well, each with its contrast."""
    ratios = part.evaluate(RATIOS)
    assert ratios, "there is no text"
    return [(text, round(ratio, 2)) for text, ratio in ratios if ratio < READABLE]

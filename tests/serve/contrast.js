// Texts whose contrast with their ground is below what WCAG 2.1 AA asks for (1.4.3).
() => {
  const parts = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const light = (colour) => {
    const [r, g, b] = colour.map((each) => {
      const share = each / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const [r, g, b, alpha = 1] = parts(getComputedStyle(each).backgroundColor);
      if (alpha === 1 && r !== undefined) return [r, g, b];
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg, script, style")) continue;
    if (!element.checkVisibility() || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const [one, other] = [light(parts(style.color).slice(0, 3)), light(ground(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) {
      poor.push(`${element.tagName}.${element.className} ${contrast.toFixed(2)}: ${walker.currentNode.data.trim().slice(0, 40)}`);
    }
  }
  return poor;
}

"""The contrast of texts, measured on the pixels behind them: gradients and pictures count as they are drawn."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any, Final

import numpy as np
from browser import Browser
from numpy.typing import NDArray
from PIL import Image

NORMAL, LARGE = 4.5, 3.0
"""The contrast of texts, and of those that are large, for level AA (success criterion 1.4.3 of WCAG 2.2)."""
SPOTS: Final = 0.06
"""The share of the pixels behind a text that may have less: a seam of a board, the edge of a card."""


def low_contrasts(browser: Browser) -> dict[str, str]:
    """The visible texts with too little contrast, each with its contrast and the one that it needs."""
    texts: list[dict[str, Any]] = json.loads(browser.execute_async_script(TEXTS))
    try:
        drawn = Image.open(BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    finally:
        browser.execute_script("document.adoptedStyleSheets.pop()")
    scale = drawn.width / browser.execute_script("return innerWidth")
    found = {}
    for text in texts:
        box = tuple(round(side * scale) for side in text["box"])
        pixels = np.asarray(drawn.crop(box), dtype=float).reshape(-1, 3)
        needed = LARGE if text["large"] else NORMAL
        contrast = _contrast(pixels, text["colour"])
        if contrast < needed:
            found[f"{text['part']} {text['words']!r}"] = f"{contrast:.2f} of {needed}"
    return found


def _contrast(pixels: NDArray[Any], colour: list[float]) -> float:
    """The contrast that all pixels but some spots have."""
    red, green, blue, alpha = colour
    written = alpha * np.array([red, green, blue]) + (1 - alpha) * pixels
    text, ground = _luminance(written), _luminance(pixels)
    ratios = (np.maximum(text, ground) + 0.05) / (np.minimum(text, ground) + 0.05)
    return float(np.quantile(ratios, SPOTS))


def _luminance(pixels: NDArray[Any]) -> NDArray[Any]:
    """The relative luminance of sRGB colours."""
    shares = pixels / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


TEXTS = """
    const done = arguments[0];
    document.getAnimations().forEach((each) => each.finish?.());
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        return [red, green, blue, alpha / 255];
    };
    const exempt = "[aria-disabled=true], [aria-hidden=true], .hidden, option, svg";
    const isOnTop = (element, x, y) => {
        const top = document.elementFromPoint(x, y);
        return element.contains(top) || (getComputedStyle(element).pointerEvents === "none" && top?.contains(element));
    };
    const isSeen = (element, { left, top, right, bottom }) =>
        [[left + 2, top + 2], [(left + right) / 2, (top + bottom) / 2], [right - 2, bottom - 2]]
            .every(([x, y]) => isOnTop(element, x, y));
    const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const [node, element] = [walker.currentNode, walker.currentNode.parentElement];
        if (!node.data.trim() || element.closest(exempt) || getComputedStyle(element).clipPath !== "none") continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const style = getComputedStyle(element), size = parseFloat(style.fontSize);
        for (const box of range.getClientRects()) {
            const { left, top, right, bottom, width, height } = box;
            if (width < 4 || height < 4 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue;
            if (!isSeen(element, box)) continue;
            texts.push({
                box: [left, top + height / 6, right, bottom - height / 6],
                colour: rgba(style.color),
                large: size >= 24 || (size >= 18.66 && style.fontWeight >= 700),
                part: element.id || element.className || element.parentElement.className || element.nodeName,
                words: node.data.trim().slice(0, 30),
            });
        }
    }
    const unwritten = new CSSStyleSheet();
    unwritten.replaceSync(`*, ::before, ::after {
        -webkit-text-fill-color: transparent !important;
        text-decoration-color: transparent !important;
        transition: none !important;
    }`);
    document.adoptedStyleSheets.push(unwritten);
    requestAnimationFrame(() => requestAnimationFrame(() => done(JSON.stringify(texts))));
"""

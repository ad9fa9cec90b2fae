package dev.slipway.journeys;

import java.util.List;

/**
 * Finds text that reaches out of a box: the element of the text, a box around that element, or the picture with the
 * text. A region that scrolls holds any text.
 */
final class Boxes {
    private static final String OVERFLOWS = """
            const slack = 2;
            const found = [];
            const scrolls = style => /auto|scroll/.test(style.overflowX + style.overflowY);
            const isUnseen = element => {
              for (let box = element; box; box = box.parentElement) {
                if (getComputedStyle(box).clipPath === 'inset(50%)') return true;
              }
              return Boolean(element.closest('.skip'));
            };
            const isBox = style => style.display !== 'inline' && style.display !== 'contents';
            const named = box => box.tagName.toLowerCase() + '.' + (box.getAttribute('class') || '');
            const tell = (text, box, side) => found.push(`${text.trim().slice(0, 60)}: ${side} of ${named(box)}`);
            const compare = (text, area, box) => {
              const around = box.getBoundingClientRect();
              if (area.right > around.right + slack) tell(text, box, 'right');
              else if (area.left < around.left - slack) tell(text, box, 'left');
              else if (area.bottom > around.bottom + 2 * slack) tell(text, box, 'below');
              else return false;
              return true;
            };
            const around = (node, area) => {
              for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
                const style = getComputedStyle(box);
                if (scrolls(style)) return;
                if (isBox(style) && compare(node.textContent, area, box)) return;
                if (style.position === 'fixed' || style.position === 'absolute') return;
              }
            };
            const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const range = document.createRange();
            while (words.nextNode()) {
              const node = words.currentNode;
              const parent = node.parentElement;
              if (!node.textContent.trim() || !parent.checkVisibility({ visibilityProperty: true })
                  || parent.closest('select, textarea, script, style, title, svg') || isUnseen(parent)) continue;
              range.selectNodeContents(node);
              [...range.getClientRects()].filter(area => area.width > 0).forEach(area => around(node, area));
            }
            document.querySelectorAll('svg text').forEach(text => {
              const area = text.getBoundingClientRect();
              const picture = text.closest('svg');
              const isCut = getComputedStyle(picture).overflow !== 'visible';
              const box = isCut ? picture : picture.closest('.card') ?? picture;
              if (area.width > 0) compare(text.textContent, area, box);
            });
            document.querySelectorAll('main *').forEach(box => {
              const style = getComputedStyle(box);
              const cut = style.overflowX === 'hidden' && box.scrollWidth > box.clientWidth + slack;
              if (cut && !box.closest('svg, progress') && !isUnseen(box)) tell(box.textContent, box, 'cut inside');
            });
            return [...new Set(found)];
            """;

    private Boxes() {}

    /** Returns a line for each text that reaches out of a box of the open page. */
    @SuppressWarnings("unchecked")
    static List<String> overflows(Browser browser) {
        return (List<String>) browser.script(OVERFLOWS);
    }
}

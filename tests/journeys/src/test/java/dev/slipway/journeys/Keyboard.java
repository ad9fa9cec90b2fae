package dev.slipway.journeys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.Keys;

/** Goes through a page by the Tab key alone. */
record Keyboard(Browser browser) {
    /** The most stops on a page beside the controls. */
    private static final int MOST_INNER = 40;

    /** The most walks through a page with a running job, which an update may change at any press. */
    private static final int MOST_WALKS = 10;

    /**
     * Finds all elements that a mouse could use. Hidden elements for the Enter key alone are left out. Of a group of
     * radio buttons, only the one that Tab reaches counts.
     */
    private static final String CONTROLS = """
            const all = [...document.querySelectorAll(
                'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
              .filter(one => !one.disabled && one.checkVisibility({ visibilityProperty: true })
                && !one.matches('[tabindex="-1"][aria-hidden="true"]'));
            const group = radio => all.filter(one => one.type === 'radio' && one.name === radio.name && one.form === \
            radio.form);
            window.slipwayControls = all.filter(one => one.type !== 'radio' || one.checked
              || !group(one).some(other => other.checked) && group(one)[0] === one);
            window.slipwayLast = -1;
            if (!window.slipwayWatch) {
              window.slipwayWatch = new MutationObserver(() => { window.slipwayChanged = true; });
              window.slipwayWatch.observe(document.body, { childList: true, subtree: true });
            }
            window.slipwayWatch.takeRecords();
            window.slipwayChanged = false;
            return window.slipwayControls.map(one => one.outerHTML.slice(0, 120));
            """;

    /**
     * Finds the control with the focus. An update of the page may put a new element in the place of a control; the new
     * element counts as that control. The outline may be drawn by the parent of the focused element, as for a line of a
     * list.
     */
    private static final String FOCUS = """
            const at = document.activeElement;
            if (!at || at === document.body) return null;
            const box = at.getBoundingClientRect();
            const outlined = one => {
              const style = getComputedStyle(one);
              return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
            };
            const replaced = one => !one.isConnected && one.outerHTML === at.outerHTML;
            const all = window.slipwayControls;
            // Of several that read the same, the first after the one before.
            const found = [all.indexOf(at), all.findIndex((one, i) => i > window.slipwayLast && replaced(one)), \
            all.findIndex(replaced)]
              .find(index => index >= 0);
            const index = found === undefined ? -1 : found;
            window.slipwayLast = index < 0 ? window.slipwayLast : index;
            return {
              index: index,
              html: at.outerHTML.slice(0, 120),
              shown: outlined(at) || outlined(at.parentElement),
              inside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
            };
            """;

    /**
     * Returns the faults for users without a mouse: controls that Tab does not reach, an invisible focus, an order that
     * jumps. If the page was updated during a walk, a fault may come from the update, so another walk decides.
     */
    List<String> faults() {
        List<String> faults = walk();
        for (int walks = 1; !faults.isEmpty() && wasUpdated() && walks < MOST_WALKS; walks++) {
            faults = walk();
        }
        return faults;
    }

    private boolean wasUpdated() {
        return (Boolean) browser.script("return window.slipwayChanged");
    }

    private List<String> walk() {
        List<?> controls = (List<?>) browser.unfocus().script(CONTROLS);
        List<String> faults = new ArrayList<>();
        List<Integer> reached = new ArrayList<>();
        for (int press = 0; press < 2 * controls.size() + MOST_INNER; press++) {
            browser.press(Keys.TAB);
            Map<?, ?> focus = (Map<?, ?>) browser.script(FOCUS);
            if (focus == null) {
                break;
            }
            // A date field has a stop for each part, because the browser shows the field.
            if (!reached.isEmpty() && reached.get(reached.size() - 1) == index(focus)) {
                continue;
            }
            if (reached.contains(index(focus))) {
                break;
            }
            look(focus, faults);
            // A scrollable element takes the focus, too, without being a control.
            if (index(focus) >= 0) {
                reached.add(index(focus));
            }
        }
        for (int i = 0; i < controls.size(); i++) {
            if (!reached.contains(i)) {
                faults.add("not reached: " + controls.get(i));
            }
        }
        if (!reached.equals(reached.stream().sorted().toList())) {
            faults.add("reached in an order that is not the page's: " + reached);
        }
        return faults;
    }

    private static int index(Map<?, ?> focus) {
        return ((Number) focus.get("index")).intValue();
    }

    private static void look(Map<?, ?> focus, List<String> faults) {
        if (!(Boolean) focus.get("shown")) {
            faults.add("no visible focus: " + focus.get("html"));
        }
        if (!(Boolean) focus.get("inside")) {
            faults.add("focus outside of the window: " + focus.get("html"));
        }
    }
}

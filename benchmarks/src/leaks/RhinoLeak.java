/* SPDX-License-Identifier: Apache-2.0 */
import java.util.HashMap;
import java.util.Map;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Script;

/** A rule compiled per order. */
public final class RhinoLeak {
    static final Map<String, Script> RULES = new HashMap<>();

    public static void run() {
        Context context = Context.enter();
        for (int i = 0; i < 800; i++) {
            RULES.put("order-" + i, context.compileString("var total = 0; for (var i = 0; i < " + i + "; i++) { total += i * 3; } total", "rule" + i, 1, null));
        }
    }
}

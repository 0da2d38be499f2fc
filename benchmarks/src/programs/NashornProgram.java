/* SPDX-License-Identifier: Apache-2.0 */
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;

/** The JavaScript engine of JDK 8: anonymous classes, method handles, call sites. */
public final class NashornProgram {
    private NashornProgram() {}

    public static Object run() throws Exception {
        ScriptEngine script = new ScriptEngineManager().getEngineByName("nashorn");
        script.eval("var orders = []; for (var i = 0; i < " + 30000 * Held.SIZE + "; i++) orders.push({id: i, lines: [i, i + 1, 'x' + i], f: function() { return this.id }});"
                + "var s = 0; orders.forEach(function(o) { s += o.f() }); var text = JSON.stringify(orders); var back = JSON.parse(text);"
                + "for (var j = 0; j < 300; j++) eval('(function(a) { return a + ' + j + ' })(1)');");
        return script;
    }
}

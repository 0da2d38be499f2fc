/* SPDX-License-Identifier: Apache-2.0 */
import org.python.util.PythonInterpreter;

/** Jython with classes, dictionaries and modules. */
public final class JythonProgram {
    private JythonProgram() {}

    public static Object run() {
        PythonInterpreter python = new PythonInterpreter();
        python.exec("import json, re, collections, random, datetime, xml.dom.minidom\n"
                + "class Order(object):\n"
                + "    def __init__(self, i):\n"
                + "        self.i = i; self.lines = [{'sku': 's%d' % n, 'n': n * 1.5} for n in range(i % 7)]\n"
                + "orders = [Order(i) for i in range(" + 30000 * Held.SIZE + ")]\n"
                + "index = collections.defaultdict(list)\n"
                + "for o in orders: index[len(o.lines)].append(o)\n"
                + "text = json.dumps([o.lines for o in orders[:2000]]); back = json.loads(text)\n"
                + "found = [re.compile('x%d+' % i).match('x') for i in range(500)]\n");
        return python;
    }
}

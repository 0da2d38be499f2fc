/* SPDX-License-Identifier: Apache-2.0 */
import groovy.lang.GroovyShell;

/** Groovy with many compiled scripts, their classes and call sites. */
public final class GroovyProgram {
    private GroovyProgram() {}

    public static Object run() {
        GroovyShell shell = new GroovyShell();
        for (int i = 0; i < 200 * Held.SIZE; i++) {
            shell.evaluate("class A" + i + " { int a = " + i + "; String b = 'x'; def f(l) { l.collect { it + a }.findAll { it % 2 == 0 } } }\n"
                    + "s" + i + " = [k: new A" + i + "().f(1..100), n: 'v" + i + "', d: 12.5G]");
        }
        return shell;
    }
}

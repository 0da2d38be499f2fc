/* SPDX-License-Identifier: Apache-2.0 */
import groovy.lang.GroovyShell;
import java.util.ArrayList;
import java.util.List;

/** A script compiled per rule, in one shell that keeps the classes. */
public final class GroovyLeak {
    static final List<Object> RULES = new ArrayList<>();

    public static void run() {
        for (int i = 0; i < 600; i++) {
            RULES.add(new GroovyShell().parse("def price = " + i + "\nreturn price * rate + discount"));
        }
    }
}

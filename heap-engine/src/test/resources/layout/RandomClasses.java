/* SPDX-License-Identifier: Apache-2.0 */
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Writes Sizes.java, a program of random classes, and random.tsv, a table of their fields. The
 * classes form chains of up to four; the later ones have @Contended classes and fields. The program
 * prints a histogram with one instance of each. See record-random.sh.
 */
public class RandomClasses {
    private static final int CHAINS = 200;
    private static final int PLAIN_CHAINS = 60;
    private static final String[] TYPES = {"Object", "long", "int", "short", "byte"};
    private static final String LETTERS = "LJISB";
    private static final String CONTENDED = "@jdk.internal.vm.annotation.Contended";

    private static final String MAIN =
            """
            public class Sizes {
                public static void main(String[] args) throws Exception {
                    java.util.List<Object> kept = new java.util.ArrayList<>();
                    for (int i = 0; i < %d; i++) {
                        kept.add(Class.forName("S" + i).getDeclaredConstructor().newInstance());
                    }
                    System.out.println(java.lang.management.ManagementFactory.getPlatformMBeanServer()
                            .invoke(new javax.management.ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "gcClassHistogram",
                                    new Object[] {new String[] {"-all"}},
                                    new String[] {String[].class.getName()}));
                    System.out.println(kept.size());
                }
            }
            """;

    private final Random random = new Random(41);
    private final StringBuilder program = new StringBuilder();
    private final StringBuilder table =
            new StringBuilder("#class\tsuper\tfields\tcontended-class\tcontended-fields\n");
    private int classes;

    public static void main(String[] args) throws IOException {
        RandomClasses all = new RandomClasses();
        for (int chain = 0; chain < CHAINS; chain++) {
            all.chain(chain >= PLAIN_CHAINS);
        }
        all.program.append(MAIN.formatted(all.classes));
        Files.writeString(Path.of("Sizes.java"), all.program);
        Files.writeString(Path.of("random.tsv"), all.table);
    }

    private void chain(boolean contended) {
        String parent = "java.lang.Object";
        int depth = 1 + random.nextInt(4);
        for (int level = 0; level < depth; level++) {
            parent = oneClass(parent, contended);
        }
    }

    private String oneClass(String parent, boolean contended) {
        String name = "S" + classes++;
        boolean whole = contended && random.nextInt(6) == 0;
        StringBuilder body = new StringBuilder();
        StringBuilder plain = new StringBuilder();
        Map<Integer, StringBuilder> groups = new LinkedHashMap<>();
        for (int type = 0; type < TYPES.length; type++) {
            int count = random.nextBoolean() ? 0 : random.nextInt(4);
            for (int i = 0; i < count; i++) {
                StringBuilder letters = plain;
                if (contended && random.nextInt(5) == 0) {
                    int group = random.nextInt(2);
                    letters = groups.computeIfAbsent(group, each -> new StringBuilder());
                    body.append(CONTENDED).append("(\"g").append(group).append("\") ");
                }
                letters.append(LETTERS.charAt(type));
                body.append(TYPES[type] + " f" + type + i + "; ");
            }
        }
        String isContended = whole ? CONTENDED + " " : "";
        program.append(isContended + "class " + name + " extends " + parent + " { " + body + "}\n");
        table.append(name + "\t" + parent + "\t" + orDash(plain.toString()) + "\t");
        table.append((whole ? "yes" : "-") + "\t" + orDash(String.join(",", groups.values())) + "\n");
        return name;
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }
}

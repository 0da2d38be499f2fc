/* SPDX-License-Identifier: Apache-2.0 */
import java.net.URI;
import java.util.Collections;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The JDK's own compiler in a service that repeatedly compiles files of 150 classes: java
 * JavacService FILES_PER_SECOND.
 */
public final class JavacService {
    private JavacService() {}

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Shop.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("import java.util.*; import java.util.stream.*; class Shop {}\n");
        for (int i = 0; i < 150; i++) {
            text.append("class P").append(i).append(" { Map<String, List<Integer>> by(List<Integer> all) { return all.stream().map(x -> x + ")
                    .append(i).append(").collect(Collectors.groupingBy(x -> \"k\" + x % 7)); } }\n");
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Load.run(1, Double.parseDouble(args[0]), () -> {
            boolean good = compiler.getTask(null, null, null, java.util.Arrays.asList("-d", "/tmp", "-proc:none"), null,
                    Collections.singleton(new Source(text.toString()))).call();
            if (!good) {
                throw new IllegalStateException("not compiled");
            }
            return null;
        });
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
import com.sun.source.util.JavacTask;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java compiler midway, after the analysis of 300 classes. */
public final class JavacHealthy {
    private static JavaFileObject source(int i) {
        return new SimpleJavaFileObject(URI.create("string:///A" + i + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                StringBuilder text = new StringBuilder("import java.util.*; class A" + i + " { ");
                for (int method = 0; method < 30; method++) {
                    text.append("int m").append(method).append("(Map<String, List<Integer>> m) { return m.values().stream().mapToInt(l -> l.size() + ")
                            .append(method).append(").sum(); } ");
                }
                return text.append("}").toString();
            }
        };
    }

    public static Object run() throws Exception {
        List<JavaFileObject> sources = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            sources.add(source(i));
        }
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of("-proc:none"), null, sources);
        List<Object> kept = new ArrayList<>();
        task.parse().forEach(kept::add);
        task.analyze().forEach(kept::add);
        return List.of(task, kept);
    }
}

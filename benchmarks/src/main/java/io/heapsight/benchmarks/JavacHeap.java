/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Dumps the heap of javac, which repeatedly compiles the same generated classes. The results are
 * kept, the rest is garbage, and no collector has run.
 *
 * <p>Arguments: file, number of compilations. A compilation is about 950 MB of dump.
 */
public final class JavacHeap {
    private static final int CLASSES = 100;

    private JavacHeap() {}

    public static void main(String[] args) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            sources.add(new Source(i));
        }
        List<Object> kept = new ArrayList<>();
        int compilations = Integer.parseInt(args[1]);
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
            for (int i = 0; i < compilations; i++) {
                kept.add(compile(javac, new NoOutput(files), sources));
            }
            OwnHeapDump.write(args[0], kept);
        }
    }

    private static Object compile(JavaCompiler javac, JavaFileManager files, List<Source> sources)
            throws IOException {
        JavacTask task =
                (JavacTask) javac.getTask(null, files, null, List.of("-proc:none"), null, sources);
        List<Object> result = new ArrayList<>(List.of(task));
        task.parse().forEach(result::add);
        task.analyze().forEach(result::add);
        task.generate().forEach(result::add);
        if (result.size() <= CLASSES) {
            throw new IllegalStateException("not compiled");
        }
        return result;
    }

    /** A class that uses the previous one, generics, lambdas, streams, switches and records. */
    private static final class Source extends SimpleJavaFileObject {
        private final int number;

        Source(int number) {
            super(URI.create("string:///made/Made" + number + ".java"), Kind.SOURCE);
            this.number = number;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            StringBuilder methods = new StringBuilder();
            for (int i = 0; i < 12; i++) {
                methods.append(
                        """
                            public Map<String, List<Integer>> method%1$d(List<String> words, int bound) {
                                Map<String, List<Integer>> found = new TreeMap<>();
                                for (int i = 0; i < bound; i++) {
                                    int length = i * %1$d + bound;
                                    for (String word : words) {
                                        found.computeIfAbsent(word, key -> new ArrayList<>()).add(length);
                                    }
                                    switch (length %% 3) {
                                        case 0 -> field%1$d += found.size();
                                        case 1 -> field%1$d -= i;
                                        default -> System.out.println("none of " + length + " in " + words);
                                    }
                                }
                                return found;
                            }
                            private long field%1$d = %1$d;
                            public record Pair%1$d<A, B extends Comparable<B>>(A first, B second) {}
                        """
                                .formatted(i));
            }
            return """
            package made;
            import java.util.*;
            public class Made%d {
                private final Made%d before = null;
            %s
            }
            """
                    .formatted(number, Math.max(0, number - 1), methods);
        }
    }

    /** Class files are discarded. */
    private static final class NoOutput extends ForwardingJavaFileManager<JavaFileManager> {
        NoOutput(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            URI name = URI.create("string:///" + className.replace('.', '/') + kind.extension);
            return new SimpleJavaFileObject(name, kind) {
                @Override
                public OutputStream openOutputStream() {
                    return OutputStream.nullOutputStream();
                }
            };
        }
    }
}

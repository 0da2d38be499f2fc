/* SPDX-License-Identifier: Apache-2.0 */
import com.google.javascript.jscomp.CompilationLevel;
import com.google.javascript.jscomp.Compiler;
import com.google.javascript.jscomp.CompilerOptions;
import com.google.javascript.jscomp.SourceFile;
import java.util.Collections;

/** The Closure Compiler with the syntax tree of a script. */
public final class ClosureProgram {
    private ClosureProgram() {}

    public static Object run() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6000 * Held.SIZE; i++) {
            text.append("function f").append(i).append("(a, b) { var x = {k: a + ").append(i)
                    .append(", l: [b, a, 'text']}; return x.l.map(function(e) { return e + x.k; }).filter(Boolean); }\nwindow['f")
                    .append(i).append("'] = f").append(i).append(";\n");
        }
        Compiler compiler = new Compiler(System.err);
        CompilerOptions options = new CompilerOptions();
        CompilationLevel.SIMPLE_OPTIMIZATIONS.setOptionsForCompilationLevel(options);
        compiler.disableThreads();
        compiler.compile(Collections.<SourceFile>emptyList(), Collections.singletonList(SourceFile.fromCode("a.js", text.toString())), options);
        return new Object[] {compiler, compiler.getRoot()};
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/** The Kotlin compiler, after it compiled a file. */
public final class KotlinProgram {
    private KotlinProgram() {}

    public static Object run() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append("data class P").append(i).append("(val a: Int, val b: String) { fun f(x: List<Int>) = x.map { it + a }.filter { it > ")
                    .append(i).append(" }.joinToString { b + it } }\n");
        }
        Path folder = Files.createTempDirectory("kotlin");
        Path source = folder.resolve("a.kt");
        Files.write(source, text.toString().getBytes(StandardCharsets.UTF_8));
        K2JVMCompiler compiler = new K2JVMCompiler();
        compiler.exec(System.err, "-no-reflect", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"), source.toString());
        return compiler;
    }
}

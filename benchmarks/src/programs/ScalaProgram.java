/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import scala.tools.nsc.Global;
import scala.tools.nsc.Settings;

/** The Scala compiler, after it compiled a file, with its symbol table. */
public final class ScalaProgram {
    private ScalaProgram() {}

    public static Object run() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200 * Held.SIZE; i++) {
            text.append("case class P").append(i).append("(a: Int, b: String) { def f(x: List[Int]) = x.map(_ + a).filter(_ > ").append(i)
                    .append(").groupBy(_ % 7).map { case (k, v) => b + k -> v.sum } }\n");
        }
        Path folder = Files.createTempDirectory("scala");
        Path source = folder.resolve("A.scala");
        Files.write(source, text.toString().getBytes(StandardCharsets.UTF_8));
        Settings settings = new Settings();
        settings.usejavacp().tryToSetFromPropertyValue("true");
        settings.outdir().tryToSet(scala.collection.immutable.Nil$.MODULE$.$colon$colon(folder.toString()));
        Global compiler = new Global(settings);
        Global.Run run = compiler.new Run();
        run.compile(scala.collection.immutable.Nil$.MODULE$.$colon$colon(source.toString()));
        return new Object[] {compiler, run};
    }
}

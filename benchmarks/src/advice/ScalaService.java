/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import scala.collection.immutable.List;
import scala.collection.immutable.Nil$;
import scala.tools.nsc.Global;
import scala.tools.nsc.Settings;

/**
 * The resident Scala compiler: it repeatedly compiles a file of 60 classes: java ScalaService
 * FILES_PER_SECOND.
 */
public final class ScalaService {
    private ScalaService() {}

    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append("case class P").append(i).append("(a: Int, b: String) { def f(x: List[Int]) = x.map(_ + a).filter(_ > ").append(i)
                    .append(").groupBy(_ % 7).map { case (k, v) => b + k -> v.sum } }\n");
        }
        Path folder = Files.createTempDirectory("scala");
        Path source = folder.resolve("A.scala");
        Files.write(source, text.toString().getBytes(StandardCharsets.UTF_8));
        Settings settings = new Settings();
        settings.usejavacp().tryToSetFromPropertyValue("true");
        settings.outdir().tryToSet(list(folder.toString()));
        Global compiler = new Global(settings);
        Load.run(1, Double.parseDouble(args[0]), () -> {
            compiler.new Run().compile(list(source.toString()));
            return null;
        });
    }

    private static List<String> list(String element) {
        return Nil$.MODULE$.$colon$colon(element);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;

/**
 * Writes a flame graph as one HTML page without external links. It shows one profile, or the
 * difference of two: growth is red, shrinkage is blue.
 */
final class FlameGraphPage {
    private FlameGraphPage() {}

    /** Writes the page of one profile. */
    static void write(SampledProfile profile, String title, OutputStream out) throws IOException {
        graph(profile, title, 1).dump(out);
    }

    /**
     * Writes the page of a candidate, coloured by its difference from a base scaled to the same
     * total.
     */
    static void writeDifference(
            SampledProfile base, SampledProfile candidate, String title, OutputStream out)
            throws IOException {
        double scale = base.weight() > 0 ? (double) candidate.weight() / base.weight() : 1;
        FlameGraph graph = graph(candidate, title, 1);
        graph.diff(graph(base, title, scale));
        graph.dump(out);
    }

    private static FlameGraph graph(SampledProfile profile, String title, double scale) {
        Arguments arguments = new Arguments("--title", escaped(title));
        FlameGraph graph = new FlameGraph(arguments);
        CallStack stack = new CallStack();
        for (SampledStack each : profile.stacks()) {
            List<String> frames = each.frames();
            for (int i = 0; i < frames.size(); i++) {
                stack.push(frames.get(i), each.kinds()[i]);
            }
            graph.addSample(stack, Math.round(each.weight() * scale));
            stack.clear();
        }
        return graph;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

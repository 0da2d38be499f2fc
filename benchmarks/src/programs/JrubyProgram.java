/* SPDX-License-Identifier: Apache-2.0 */
import org.jruby.embed.ScriptingContainer;

/** JRuby with Ruby objects, regular expressions and its libraries. */
public final class JrubyProgram {
    private JrubyProgram() {}

    public static Object run() {
        ScriptingContainer ruby = new ScriptingContainer();
        ruby.runScriptlet("require 'json'; require 'set'; require 'erb'; require 'time'\n"
                + "class Order; attr_reader :id, :lines; def initialize(i); @id = i; @lines = (0..i % 7).map { |n| { sku: \"s#{n}\", n: n * 1.5 } }; end; end\n"
                + "$orders = (0.." + 20000 * Held.SIZE + ").map { |i| Order.new(i) }\n"
                + "$index = $orders.group_by { |o| o.lines.size }\n"
                + "$text = JSON.generate($orders.first(500).map { |o| { id: o.id, lines: o.lines } }); JSON.parse($text)\n"
                + "2000.times { |i| eval(\"x = #{i} * 2; x.to_s =~ /\\d+/\") }");
        return ruby;
    }
}

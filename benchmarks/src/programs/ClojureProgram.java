/* SPDX-License-Identifier: Apache-2.0 */
import clojure.java.api.Clojure;
import clojure.lang.IFn;

/** Clojure with persistent collections, lazy sequences and compiled functions. */
public final class ClojureProgram {
    private ClojureProgram() {}

    public static Object run() {
        IFn eval = Clojure.var("clojure.core", "eval");
        IFn read = Clojure.var("clojure.core", "read-string");
        return eval.invoke(read.invoke("(do (require 'clojure.set 'clojure.string 'clojure.pprint)"
                + " (def orders (mapv (fn [i] {:id i :lines (vec (range (mod i 9))) :name (str \"order-\" i)}) (range " + 40000 * Held.SIZE + ")))"
                + " (def index (group-by (comp count :lines) orders))"
                + " (def lazy (doall (map (fn [o] (assoc o :seen true)) (take 10000 orders))))"
                + " (dotimes [i 300] (eval (list 'fn ['x] (list '+ 'x i))))"
                + " (doall (pmap (fn [o] (clojure.string/upper-case (:name o))) orders)))"));
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Finds functions of the C library that Java lacks. */
@SuppressWarnings("restricted") // the launcher and the manifest enable native access
public final class NativeFunction {
    private static final Linker LINKER = Linker.nativeLinker();

    private NativeFunction() {}

    /** Returns a function by its name. */
    public static MethodHandle find(
            String name, FunctionDescriptor types, Linker.Option... options) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().find(name).orElseThrow(), types, options);
    }

    /** Returns the error of a call that does not have the types of its function. */
    public static IllegalStateException wrongTypes(Throwable cause) {
        return new IllegalStateException("a native call with the wrong types", cause);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fills its heap with objects of one kind, then idles: java HeapShapes SHAPE MEBIBYTES. */
public final class HeapShapes {
    static Object held;

    private HeapShapes() {}

    static final class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    public static void main(String[] args) throws Exception {
        held = made(args[0], Integer.parseInt(args[1]) * 1048576L);
        System.out.println("READY");
        Thread.sleep(Long.MAX_VALUE);
    }

    private static Object made(String shape, long bytes) {
        switch (shape) {
            case "nodes":
                return nodes(bytes / 16);
            case "map":
                return map(bytes / 140);
            case "arrays":
                return arrays(bytes, 65_520);
            case "strings":
                return strings(bytes / 180);
            case "mixed":
                List<Object> mixed = new ArrayList<>();
                mixed.add(map(bytes / 420));
                mixed.add(arrays(bytes / 3, 1000));
                mixed.add(strings(bytes / 540));
                return mixed;
            default:
                throw new IllegalArgumentException(shape);
        }
    }

    private static Node nodes(long count) {
        Node last = null;
        for (long i = 0; i < count; i++) {
            last = new Node(last);
        }
        return last;
    }

    private static Map<Integer, String> map(long count) {
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < count; i++) {
            map.put(i, "value number " + i);
        }
        return map;
    }

    private static List<byte[]> arrays(long bytes, int length) {
        List<byte[]> arrays = new ArrayList<>();
        for (long made = 0; made < bytes; made += length + 16) {
            arrays.add(new byte[length]);
        }
        return arrays;
    }

    private static List<String> strings(long count) {
        List<String> strings = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            strings.add("a text as long as the rows of tables and the lines of logs are, number " + i);
        }
        return strings;
    }
}

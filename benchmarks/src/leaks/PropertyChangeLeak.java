/* SPDX-License-Identifier: Apache-2.0 */
import java.beans.PropertyChangeSupport;

/** Listeners that are never removed. */
public final class PropertyChangeLeak {
    static final PropertyChangeSupport MODEL = new PropertyChangeSupport(PropertyChangeLeak.class);

    public static void run() {
        for (int i = 0; i < 15_000; i++) {
            byte[] panel = Plant.bytes(400, i);
            MODEL.addPropertyChangeListener(event -> panel[0]++);
        }
    }
}

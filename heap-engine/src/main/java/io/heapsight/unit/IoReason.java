/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes an I/O failure in a user's words, as perror(3) does: "/proc/14/ns/mnt: permission
 * denied". Java often gives only the name of a class.
 */
public final class IoReason {
    private static final Map<Class<?>, String> OF_FILES =
            Map.of(
                    NoSuchFileException.class, "no such file or directory",
                    AccessDeniedException.class, "permission denied",
                    FileAlreadyExistsException.class, "it exists already",
                    NotDirectoryException.class, "it is not a directory",
                    DirectoryNotEmptyException.class, "the directory is not empty",
                    FileSystemLoopException.class, "too many symbolic links");

    private IoReason() {}

    /** The description, with the name of the file if the failure has one. */
    public static String of(Throwable failure) {
        if (failure instanceof UncheckedIOException
                || failure instanceof DirectoryIteratorException) {
            return ofCause(failure.getCause());
        }
        return failure instanceof FileSystemException e && !isBlank(e.getFile())
                ? e.getFile() + ": " + why(e)
                : why(failure);
    }

    private static String ofCause(@Nullable Throwable cause) {
        return cause == null ? "input or output failed" : of(cause);
    }

    /** The description without the name of the file, for callers that name it. */
    public static String why(Throwable failure) {
        if (failure instanceof FileSystemException e) {
            return ofFile(e); // the usual case, tested first: the switch takes memory, see Reading
        }
        return switch (failure) {
            case UnknownHostException e -> "the host " + e.getMessage() + " is not known";
            case CharacterCodingException _ -> "it is not text";
            case StreamConstraintsException _ -> "nested too deeply, or a word of it is too long";
            case JsonEOFException _ -> "it ends in the middle";
            case JsonProcessingException e -> "not JSON: " + firstLine(e.getOriginalMessage());
            case EOFException _ -> said(failure, "it ended too early");
            case FileNotFoundException _ -> said(failure, "no such file or directory");
            case IOException _ -> said(failure, "input or output failed");
            default -> said(failure, failure.getClass().getSimpleName());
        };
    }

    private static String ofFile(FileSystemException e) {
        String known = OF_FILES.get(e.getClass());
        String reason = known == null ? e.getReason() : known;
        return isBlank(reason) ? "input or output failed" : String.valueOf(reason);
    }

    private static String said(Throwable failure, String otherwise) {
        String message = failure.getMessage();
        return isBlank(message) ? otherwise : String.valueOf(message);
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("it can't be parsed");
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }
}

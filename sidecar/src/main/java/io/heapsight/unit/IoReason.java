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
import org.jspecify.annotations.Nullable;

/**
 * Describes an I/O failure in a user's words, as perror(3) does: "/proc/14/ns/mnt: permission
 * denied", where Java has the name of a class and often nothing else.
 */
public final class IoReason {
    private IoReason() {}

    /** The words, with the name of the file where the failure has one. */
    public static String of(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException e -> ofCause(e.getCause());
            case DirectoryIteratorException e -> ofCause(e.getCause());
            case FileSystemException e when !isBlank(e.getFile()) -> e.getFile() + ": " + why(e);
            default -> why(failure);
        };
    }

    private static String ofCause(@Nullable Throwable cause) {
        return cause == null ? "input or output failed" : of(cause);
    }

    /** The words without the name of the file, for those who know it. */
    public static String why(Throwable failure) {
        return switch (failure) {
            case FileSystemException e -> ofFile(e);
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
        String reason =
                switch (e) {
                    case NoSuchFileException _ -> "no such file or directory";
                    case AccessDeniedException _ -> "permission denied";
                    case FileAlreadyExistsException _ -> "it exists already";
                    case NotDirectoryException _ -> "it is not a directory";
                    case DirectoryNotEmptyException _ -> "the directory is not empty";
                    case FileSystemLoopException _ -> "too many symbolic links";
                    default -> e.getReason();
                };
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

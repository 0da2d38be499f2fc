/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The minimal work on a heap dump: steps from record to record and counts objects. Its time is this machine's own speed for
 * the file. Reads dumps with ids of 8 bytes, as every 64-bit JVM writes them.
 *
 * walk FILE
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { ID = 8, TAG_HEAP_DUMP = 0x0c, TAG_HEAP_DUMP_SEGMENT = 0x1c };

static void fail(const char *what) {
    fprintf(stderr, "walk: %s\n", what);
    exit(1);
}

static uint16_t u2(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

static uint32_t u4(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return __builtin_bswap32(value);
}

/* Bytes of a value of a basic type: 2 object, 4 boolean, 5 char, 6 float, 7 double, 8 byte, 9 short, 10 int, 11 long. */
static uint32_t value_bytes(uint8_t type) {
    static const uint8_t bytes[] = {0, 0, ID, 0, 1, 2, 4, 8, 1, 2, 4, 8};
    if (type >= sizeof bytes || bytes[type] == 0) {
        fail("no such type");
    }
    return bytes[type];
}

/* Length of a CLASS_DUMP's body: constants, static fields and instance fields have lengths of their own. */
static uint64_t class_dump_bytes(const uint8_t *body) {
    const uint8_t *at = body + 7 * ID + 8;
    uint32_t count = u2(at);
    for (at += 2; count > 0; count--) {
        at += 3 + value_bytes(at[2]);
    }
    count = u2(at);
    for (at += 2; count > 0; count--) {
        at += ID + 1 + value_bytes(at[ID]);
    }
    return (uint64_t)(at + 2 + u2(at) * (ID + 1) - body);
}

static uint64_t body_bytes(uint8_t tag, const uint8_t *body) {
    switch (tag) {
    case 0xff: case 0x05: case 0x07: return ID;
    case 0x01: return 2 * ID;
    case 0x02: case 0x03: case 0x08: return ID + 8;
    case 0x04: case 0x06: return ID + 4;
    case 0x20: return class_dump_bytes(body);
    case 0x21: return 2 * ID + 8 + u4(body + 2 * ID + 4);
    case 0x22: return 2 * ID + 8 + (uint64_t)u4(body + ID + 4) * ID;
    case 0x23: return ID + 9 + (uint64_t)u4(body + ID + 4) * value_bytes(body[ID + 8]);
    default: fail("no such heap record"); return 0;
    }
}

int main(int argc, char **argv) {
    struct stat status;
    int file = argc == 2 ? open(argv[1], O_RDONLY) : -1;
    if (file < 0 || fstat(file, &status) != 0) {
        fail("walk FILE");
    }
    const uint8_t *dump = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (dump == MAP_FAILED) {
        fail("cannot map the file");
    }
    const uint8_t *end = dump + status.st_size;
    const uint8_t *at = dump + strlen((const char *)dump) + 1;
    if (u4(at) != ID) {
        fail("ids are not of 8 bytes");
    }
    uint64_t objects = 0;
    for (at += 12; at + 9 <= end;) {
        uint8_t tag = at[0];
        const uint8_t *record = at + 9;
        at = record + u4(at + 5);
        while ((tag == TAG_HEAP_DUMP || tag == TAG_HEAP_DUMP_SEGMENT) && record < at) {
            objects += record[0] >= 0x21 && record[0] <= 0x23;
            record += 1 + body_bytes(record[0], record + 1);
        }
    }
    printf("%llu objects\n", (unsigned long long)objects);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// The samples for the charts: a window of columns, fetched once and then extended.
import { get, target } from "./api.js";

export const FIELDS = [
  "heapUsedBytes",
  "heapCommittedBytes",
  "heapMaxBytes",
  "metaspacePercent",
  "metaspaceCapacityBytes",
  "metaspaceMaxCapacityBytes",
  "gcPauseSeconds",
  "allocatedBytes",
  "promotedBytes",
  "threads",
  "cpuSeconds",
  "residentBytes",
  "ioWriteBytes",
  "containerMemoryLimitBytes",
  "containerMemorySoftLimitBytes",
  "containerMemoryHighBytes",
  "containerMemoryUsageBytes",
  "containerMemoryWorkingSetBytes",
  "containerMemoryAnonBytes",
  "containerMemoryFileBytes",
  "containerCpuLimitCores",
  "containerCpuThrottledSeconds",
];

/** The samples of a window: one column per field, after the time in seconds. */
export class Live {
  /** @param {number} seconds length of the window */
  constructor(seconds) {
    this.seconds = seconds;
    /** @type {number[]} */
    this.at = [];
    /** @type {Record<string, (number | null)[]>} */
    this.columns = Object.fromEntries(FIELDS.map((field) => [field, []]));
    /** @type {any} the last answer */
    this.last = null;
  }

  /** Fetches new samples. */
  async update() {
    const newest = this.at.at(-1) ?? 0;
    const behind = Math.ceil(Date.now() / 1000 - newest) + 5;
    const whole = newest === 0 || behind > Math.min(60, this.seconds) || behind < 1;
    const seconds = whole ? this.seconds : behind;
    const answer = await get("/samples", { seconds, points: whole ? 300 : seconds, fields: FIELDS.join(","), target: target() });
    if (this.last && (whole || answer.started !== this.last.started)) this.clear();
    this.last = answer;
    for (const sample of answer.samples) this.add(sample);
    this.trim();
  }

  clear() {
    this.at = [];
    for (const field of FIELDS) this.columns[field] = [];
  }

  /** @param {{at: string, values: (number | null)[]}} sample */
  add(sample) {
    const at = Date.parse(sample.at) / 1000;
    if (at <= (this.at.at(-1) ?? 0) + 0.3) return; // the same sample: its time has millisecond precision
    this.at.push(at);
    FIELDS.forEach((field, i) => this.columns[field].push(sample.values[i]));
  }

  trim() {
    const since = (this.at.at(-1) ?? 0) - this.seconds;
    const old = this.at.findIndex((it) => it >= since);
    if (old > 0) {
      this.at.splice(0, old);
      for (const field of FIELDS) this.columns[field].splice(0, old);
    }
  }

  /** The growth of a counter per second between adjacent samples. @param {string} field */
  rate(field) {
    const values = this.columns[field];
    return values.map((value, i) => {
      const before = i === 0 ? null : values[i - 1];
      return value === null || before === null || value < before ? null : (value - before) / (this.at[i] - this.at[i - 1]);
    });
  }

  /** The newest value. @param {string} field */
  now(field) {
    return this.columns[field].at(-1) ?? null;
  }

  /** The growth of a counter per second over a recent time span. @param {string} field @param {number} seconds */
  recently(field, seconds) {
    const values = this.columns[field];
    const end = this.at.length - 1;
    const start = this.at.findIndex((it) => it >= this.at[end] - seconds);
    const from = values[start];
    const to = values[end];
    return end <= start || from == null || to == null || to < from ? null : (to - from) / (this.at[end] - this.at[start]);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Formats numbers for people, independent of the browser's language.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** @param {number | null | undefined} bytes */
export function bytes(bytes) {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return "–";
  let unit = 0;
  let value = bytes;
  while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number.isInteger(value) && unit > 0 ? value : value.toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}

/** @param {number | null | undefined} number */
export function count(number) {
  return number === null || number === undefined || !Number.isFinite(number) ? "–" : Math.round(number).toLocaleString("en-US");
}

/** @param {number | null | undefined} ratio */
export function percent(ratio) {
  return ratio === null || ratio === undefined || !Number.isFinite(ratio) ? "–" : `${(100 * ratio).toFixed(1)} %`;
}

/** @param {number} change @param {(n: number) => string} write */
export function signed(change, write) {
  return (change > 0 ? "+" : "") + write(change);
}

/** @param {number | null | undefined} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 1) return `${seconds > 0 && seconds < 0.01 ? (1000 * seconds).toFixed(1) : Math.round(1000 * seconds)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** @param {string | null | undefined} iso */
export function time(iso) {
  return iso ? iso.slice(0, 19).replace("T", " ") : "–";
}

/** The begin of a longer text. @param {string} text @param {number} longest number of characters */
export const shortened = (text, longest) => (text.length > longest ? text.slice(0, longest - 1) + "…" : text);

/** The local time of day, as on the charts. @param {string} iso */
export const clock = (iso) => new Date(iso).toTimeString().slice(0, 8);

/** How long ago a time is. @param {string} iso */
export const age = (iso) => duration(Math.max(0, (Date.now() - Date.parse(iso)) / 1000)) + " ago";

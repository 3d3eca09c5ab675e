/**
 * The audit: recounts a judged output from the raw rows, check by check. It shares the records, the
 * reading of lines and the report zone with the judge, and nothing else: which rows count, which
 * contract is in force, what was in progress when, and every figure are worked out here anew, so
 * that a mistake there does not hide itself here. Nothing here knows how a verdict is computed or
 * written elsewhere.
 */
package dev.slowhour.core.audit;

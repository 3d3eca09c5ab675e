/**
 * Turns input into rows and notices: which files hold a table, where a line ends, what a line says.
 * Nothing here throws because of what a line holds, and nothing here knows the rule.
 */
package dev.slowhour.core.read;

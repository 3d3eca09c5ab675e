/** What the demo brings along: a Postgres of its own. */
package dev.slowhour.job.demo;

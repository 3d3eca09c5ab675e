/** What several tests of the job need: requests, contracts and folders of input. */
package dev.slowhour.job.testing;

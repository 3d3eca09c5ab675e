SELECT name AS score FROM slowhour.scores ORDER BY scored_at DESC

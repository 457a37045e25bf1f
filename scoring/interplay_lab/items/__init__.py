"""What items are worth as measurements: how hard they are, what they tell apart, and how reliable their sum is."""

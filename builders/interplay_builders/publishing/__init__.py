"""The only room of the builders that speaks to the Hub: what is published, and how."""

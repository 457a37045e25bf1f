"""A calendar clerk, a desk for appointments in several time zones, and an agenda of lessons that recur."""

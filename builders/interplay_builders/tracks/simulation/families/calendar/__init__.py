"""A calendar clerk and a desk for appointments in several time zones."""

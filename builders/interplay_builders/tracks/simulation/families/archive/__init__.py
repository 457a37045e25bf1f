"""Card indexes of checked facts, asked with filters that stay."""

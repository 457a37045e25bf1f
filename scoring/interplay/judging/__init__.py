"""Ask judges and add up their verdicts. Nothing else in the package asks one."""

"""The families of hosts: each module with an attribute ``HOST`` is one."""

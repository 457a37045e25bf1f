"""More scaffolds, found like those of ``interplay.systems.scaffolds``: each file is one."""

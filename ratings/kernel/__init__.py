"""The rating kernel: games in, changes out. Standard library only, no Django, no clock."""

KERNEL_VERSION = "1"

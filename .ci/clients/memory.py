"""How much memory a process has taken."""


def peak_mb(pid):
    """The most that the process has had in memory; 0 once it has gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")), 0)
    except OSError:
        return 0

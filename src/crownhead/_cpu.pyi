recent: int

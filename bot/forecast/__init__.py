"""Forecasts of a role set: how even it is among players of all kinds, played out with the real rules beforehand.

`plan` says what is played, `playing` plays some of it, `counting` counts, and `job` decides what comes next. People ask
in the `office`; a `crew` of processes plays, and `worker` is what runs in each of them.
"""

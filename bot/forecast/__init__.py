"""Forecasts of a role set: how even it is among players of all kinds, played out with the real rules beforehand.

`plan` says what is played, `playing` plays some of it, `counting` counts, and `job` decides what comes next. It is asked
for in `office`; `crew` has it played by processes of their own, and `worker` is what runs in each.
"""

"""Forecasts of a role set: how even it is among players of all kinds, played out with the real rules beforehand.

`plan` says what is played, `playing` plays some of it, `counting` counts, `job` decides what comes next, and `office`
has it done, in processes of their own.
"""

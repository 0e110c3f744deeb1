"""Calculators over the kernel, and the pages that explain what they compute.

A mode is fields, one function over the kernel, and a view of its numbers. The browser computes the
same with ``static/js/rating.js`` and shows it by the same view.
"""

"""What `tabulate` counts over the tables: measures, views, conditions, intervals."""

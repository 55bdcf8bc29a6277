#!/bin/bash
pytest -q tests/fix-timezones

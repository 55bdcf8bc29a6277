#!/bin/bash
pytest -q tests/rotate-logs
